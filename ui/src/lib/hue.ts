/** The OKLCH hue of a colour as the API answers it (0xRRGGBB), in whole degrees; undefined without one, and for greys. */
export function hueOf(color: number | null | undefined): number | undefined {
  if (color === null || color === undefined) return undefined
  const [r = 0, g = 0, b = 0] = [16, 8, 0].map((shift) => {
    const part = ((color >> shift) & 255) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  if (Math.hypot(a, c) < 0.004) return undefined
  return (Math.round((Math.atan2(c, a) * 180) / Math.PI) + 360) % 360
}
