// Moves and zooms a drawing in a window. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The position of the drawing's origin in the window, and the scale. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const smallest = 0.02;
const largest = 8;

/** Centres the whole drawing in the window and shrinks it if necessary, but never enlarges it. */
export function fit(drawing: Size, stage: Size, margin = 16): Camera {
  const room = { width: Math.max(1, stage.width - 2 * margin), height: Math.max(1, stage.height - 2 * margin) };
  const scale = clamp(Math.min(1, room.width / Math.max(1, drawing.width), room.height / Math.max(1, drawing.height)));
  return { x: (stage.width - drawing.width * scale) / 2, y: (stage.height - drawing.height * scale) / 2, scale };
}

/** Zooms around a point of the window, which stays fixed. */
export function zoomAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const scale = clamp(camera.scale * factor);
  const by = scale / camera.scale;
  return { x: x - (x - camera.x) * by, y: y - (y - camera.y) * by, scale };
}

export function moved(camera: Camera, x: number, y: number): Camera {
  return { ...camera, x: camera.x + x, y: camera.y + y };
}

function clamp(scale: number): number {
  return Math.min(largest, Math.max(smallest, scale));
}
