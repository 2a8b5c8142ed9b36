import { DrawingFrame } from './drawing-frame.tsx';
import styles from './drawings.module.css';

/**
 * A drawing of an open book with a torn-out leaf. The page numbers skip from 402 to 405, because pages 403 and 404 are
 * missing.
 */
export function TornBookDrawing() {
  return (
    <DrawingFrame from={20} to={380}>
      <path className={styles.board} d="M22 62v182q0 5 5 5h346q5 0 5-5V62" />
      <path className={styles.paper} d="M36 50l-7 5v185C98 224 168 226 200 246V58z" />
      <path className={styles.paper} d="M364 50l7 5v185C302 224 232 226 200 246V58z" />
      <path className={styles.paper} d="M200 58C168 34 100 34 36 50v180c64-14 132-12 164 8z" />
      <path className={styles.paper} d="M200 58c32-24 100-24 164-8v180c-64-14-132-12-164 8z" />
      {[26, 42, 58, 74, 106, 122, 138].map((y) => (
        <g key={y} className={styles.print} transform={`translate(0 ${y})`}>
          <path d="M64 44c46-8 92-6 110 1" />
          <path d="M336 44c-46-8-82-7-104-1" />
        </g>
      ))}
      <g className={styles.print} transform="translate(0 90)">
        <path d="M64 44c20-4 40-5 58-5" />
        <path d="M232 43c18-5 36-6 52-6" />
      </g>
      <path
        className={`${styles.paper} ${styles.red}`}
        d="M200 58q8-7 17-10l2 13-5 8 7 12-3 15 4 8-6 11 3 17-5 9 6 12-2 16-5 7 5 14-3 12 4 11-4 14q-9 4-15 13z"
      />
      <text className={styles.folio} x="50" y="212">
        402
      </text>
      <text className={styles.folio} x="350" y="212" textAnchor="end">
        405
      </text>
    </DrawingFrame>
  );
}

/** A drawing of a bookshelf with the outline of a missing book. */
export function BookshelfGapDrawing() {
  return (
    <DrawingFrame from={18} to={382}>
      <path d="M20 236h360M20 244h360" />
      {SPINES.map(([x, width, height]) => (
        <g key={x}>
          <rect
            className={styles.paper}
            x={x}
            y={236 - height}
            width={width}
            height={height}
            rx="2"
          />
          <path
            className={styles.print}
            d={`M${x + width / 2} ${236 - height + 36}v${height / 2 - 16}`}
          />
          <path
            d={`M${x} ${236 - height + 16}h${width}M${x} ${236 - height + 21}h${width}M${x} 214h${width}`}
          />
        </g>
      ))}
      <rect className={styles.ghost} x="171" y="70" width="40" height="166" rx="2" />
      <g transform="rotate(-10.5 329 236)">
        <rect className={styles.paper} x="329" y="84" width="28" height="152" rx="2" />
        <path className={styles.print} d="M343 120v60" />
        <path d="M329 100h28M329 105h28M329 214h28" />
      </g>
    </DrawingFrame>
  );
}

/** Left edge, width and height of each upright book on the shelf, in the drawing's units. */
const SPINES = [
  [30, 34, 156],
  [64, 22, 186],
  [86, 40, 140],
  [126, 24, 170],
  [150, 21, 128],
  [211, 36, 178],
  [247, 24, 134],
  [271, 30, 160],
] as const;

/** A drawing of a stack of loose pages with a ribbon as a bookmark. */
export function BookmarkDrawing() {
  return (
    <DrawingFrame from={120} to={304}>
      <path className={styles.board} d="M150 44h152v190H150z" />
      <path className={styles.board} d="M136 32h152v190H136z" />
      <path className={styles.paper} d="M122 20h152v190H122z" />
      <path className={styles.print} d="M144 118h84M144 138h108M144 158h108M144 178h62" />
      <path className={styles.ribbon} d="M214 20h28v76l-14-12-14 12z" />
    </DrawingFrame>
  );
}

/** A drawing of a page with a check mark in its margin. It stands for a finished reading list. */
export function FinishedListDrawing() {
  return (
    <DrawingFrame from={118} to={290}>
      <path className={styles.paper} d="M120 20h168v210H120z" />
      <path
        className={styles.print}
        d="M176 56h88M176 76h88M176 96h88M176 116h60M176 150h88M176 170h88M176 190h40"
      />
      <path className={styles.good} d="M134 122l12 14 22-40" />
      <path className={styles.red} d="M160 20v210" />
    </DrawingFrame>
  );
}
