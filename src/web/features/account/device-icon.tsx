import type { DeviceKind } from './device.ts';

/**
 * SVG paths of the device icons, on a canvas of 24 × 24 units. The globe is from Lucide, whose license is in
 * `ui/LUCIDE-ISC.txt`.
 */
const ICON_PATHS: Readonly<Record<DeviceKind, string>> = {
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM11.5 18.5h1',
  tablet: 'M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM11.5 18.5h1',
  computer: 'M6 5h12a2 2 0 0 1 2 2v9H4V7a2 2 0 0 1 2-2zM2 19h20',
  unknown:
    'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M2 12h20M12 2a14.5 14.5 0 0 1 0 20 14.5 14.5 0 0 1 0-20',
};

export function DeviceIcon({ kind }: { kind: DeviceKind }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[kind]} />
    </svg>
  );
}
