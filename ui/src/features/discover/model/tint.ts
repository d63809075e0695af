import type { CSSProperties } from 'react'

/** The custom property of a result's accent; none for a project without a hue. */
export function tintOf(hue: number | undefined): CSSProperties | undefined {
  return hue === undefined ? undefined : ({ '--tint': hue } as CSSProperties)
}
