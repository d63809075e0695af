import { nearestSize } from '@/lib/pages'
import type { DisplayMode } from '@/stores/prefs'

const sizes: Record<DisplayMode, readonly number[]> = {
  list: [5, 10, 15, 20, 50, 100],
  grid: [6, 12, 18, 24, 48, 96],
  gallery: [6, 10, 16, 20, 50, 100],
}

/** The page sizes a display mode offers. */
export function pageSizes(mode: DisplayMode): readonly number[] {
  return sizes[mode]
}

/** The size of a mode that is nearest to the requested one. */
export function effectiveSize(mode: DisplayMode, wanted: number): number {
  return nearestSize(wanted, sizes[mode])
}
