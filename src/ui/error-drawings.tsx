import { DrawingFrame } from './drawing-frame.tsx';
import styles from './drawings.module.css';

/** A drawing of a page that is torn in two. The lower half slips away. */
export function TornPageDrawing() {
  const tear = 'l-9 5-7-3-6 6-11-2-8 5-5-4-12 3-7 5-9-4-10 6-6-3-13 4-8-3-10 5-9-2-8 4-12-3-10 2';
  return (
    <DrawingFrame from={118} to={302}>
      <path className={styles.paper} d={`M120 14h160v98${tear}z`} />
      <path className={styles.red} d={`M280 112${tear}`} />
      <path className={styles.print} d="M142 44h88M142 64h116M142 84h116M142 104h74" />
      <g transform="translate(10 20) rotate(5 200 200)">
        <path className={styles.paper} d={`M280 128${tear}v81h160z`} />
        <path className={styles.red} d={`M280 128${tear}`} />
        <path className={styles.print} d="M142 170h116M142 190h116M142 210h52" />
      </g>
    </DrawingFrame>
  );
}

/** A drawing of two folded sheets of paper whose binding thread is cut. */
export function CutThreadDrawing() {
  return (
    <DrawingFrame from={28} to={372}>
      {[undefined, 'translate(400) scale(-1 1)'].map((transform) => (
        <g key={transform ?? 'left'} transform={transform}>
          <path className={styles.board} d="M112 44l72 18v132l-72-18z" />
          <path className={styles.paper} d="M112 44L30 66v132l82-22z" />
          <path className={styles.print} d="M48 86l46-12M48 106l46-12M48 126l46-12M48 146l26-7" />
          <path
            className={styles.red}
            d="M112 62v16m0 10v16m0 10v16m0 10v16c0 44 26 78 62 66 4-1 7-4 9-8"
          />
          <path className={styles.red} d="M183 214l3-9m-3 9l9-4" />
        </g>
      ))}
    </DrawingFrame>
  );
}
