/** What a crop area shows: the shift of the picture's centre in pixels of the screen, and its size, where 1 fills the area. */
export type CropView = { crop: { x: number; y: number }; zoom: number }

export const MAX_ZOOM = 12
/** The factor of one step of a key or a button. */
const STEP = 1.25

export const FIRST: CropView = { crop: { x: 0, y: 0 }, zoom: 1 }

/** The zoom at which the whole picture is in the area. */
export const leastZoom = (width: number, height: number): number => Math.min(width, height) / Math.max(width, height)

/** The view with a wanted zoom, within its bounds. A picture that does not fill the area is centred. */
export function zoomed({ crop }: CropView, wanted: number, least: number): CropView {
  const zoom = Math.min(MAX_ZOOM, Math.max(least, wanted))
  return { crop: zoom < 1 ? FIRST.crop : crop, zoom }
}

/** The shift with which a picture that is smaller than the area stays in it; width and height are those at zoom 1. */
export function inside({ x, y }: CropView['crop'], zoom: number, { width, height }: { width: number; height: number }) {
  const hold = (shift: number, size: number) => {
    const most = Math.abs(size * zoom - Math.min(width, height)) / 2
    return Math.min(most, Math.max(-most, shift))
  }
  return { x: hold(x, width), y: hold(y, height) }
}

export const nearer = (zoom: number): number => zoom * STEP
export const farther = (zoom: number): number => zoom / STEP

/** The zoom that a key asks for; undefined for other keys. */
export function zoomOfKey(key: string, zoom: number): number | undefined {
  if (key === '+' || key === '=') return nearer(zoom)
  if (key === '-' || key === '_') return farther(zoom)
  return undefined
}
