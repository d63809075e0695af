import type { Channel } from '@/lib/api/types'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'

/** A version that was published, as a chart marks it. */
export type Release = { number: string; channel: Channel }

/** From the most stable. */
export const channelOrder: readonly Channel[] = ['release', 'beta', 'alpha']

/** The side of the square around a shape. */
export const SHAPE = 7

/** The path of each channel's shape: a square, a diamond, a triangle, so that they differ by more than their colour. */
export const shapes: Record<Channel, string> = {
  release: 'M0 0h7v7h-7z',
  beta: 'M3.5 0l3.5 3.5l-3.5 3.5l-3.5 -3.5z',
  alpha: 'M3.5 0l3.5 7h-7z',
}

/** The channels of releases, each once, the most stable first. */
export const channelsOf = (releases: readonly Release[]): readonly Channel[] =>
  channelOrder.filter((channel) => releases.some((one) => one.channel === channel))

/** 正式版 1.2.0 */
export const releaseName = ({ number, channel }: Release): string => t.release(t.channels[channel], number)
