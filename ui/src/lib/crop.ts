/** A square cut from a picture: its middle and its side, in pixels of the picture. */
export type Crop = { x: number; y: number; side: number }
export type Size = { width: number; height: number }

/** How far one may go in: the square is never smaller than this share of the picture's shorter side. */
const CLOSEST = 1 / 12
const MIN_SIDE = 8

/** The largest square in the middle. */
export function firstCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) }
}

export function sideRange({ width, height }: Size): { min: number; max: number } {
  const shorter = Math.min(width, height)
  return { min: Math.min(shorter, Math.max(MIN_SIDE, shorter * CLOSEST)), max: Math.max(width, height) }
}

function between(value: number, low: number, high: number): number {
  // A square larger than the picture keeps the picture in its middle.
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value))
}

/** Keeps the square inside the picture; the longer side of the picture may be seen whole. */
export function boundCrop(crop: Crop, size: Size): Crop {
  const { min, max } = sideRange(size)
  const side = between(crop.side, min, max)
  const half = side / 2
  return { side, x: between(crop.x, half, size.width - half), y: between(crop.y, half, size.height - half) }
}

/** Moves the square by a share of its side: positive values show what is further right and below. */
export function moveCrop(crop: Crop, size: Size, right: number, down: number): Crop {
  return boundCrop({ ...crop, x: crop.x + right * crop.side, y: crop.y + down * crop.side }, size)
}

/** Makes the square smaller (factor > 1) or larger around a point of it, given in shares of its side from its middle. */
export function zoomCrop(crop: Crop, size: Size, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): Crop {
  const { min, max } = sideRange(size)
  const side = between(crop.side / factor, min, max)
  return boundCrop({ side, x: crop.x + at.x * (crop.side - side), y: crop.y + at.y * (crop.side - side) }, size)
}

/** The zoom as 0 (all of it) to 1 (as close as one may go), even steps of it looking even. */
export function zoomLevel(crop: Crop, size: Size): number {
  const { min, max } = sideRange(size)
  return max === min ? 0 : Math.log(max / crop.side) / Math.log(max / min)
}

export function atZoomLevel(crop: Crop, size: Size, level: number): Crop {
  const { min, max } = sideRange(size)
  return zoomCrop(crop, size, crop.side / (max * (min / max) ** level))
}
