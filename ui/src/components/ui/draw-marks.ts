import type UPlot from 'uplot'
import type { Channel } from '@/lib/api/types'
import { channelsOf, SHAPE, shapes, type Release } from './releases'

type Marked = { at: number; marks: readonly Release[] }

/** What is drawn on: the canvas is in pixels of the device. */
type Drawn = Pick<UPlot, 'ctx' | 'bbox' | 'root' | 'valToPos'>

const tokens: Record<Channel, string> = { release: '--ok', beta: '--warn', alpha: '--bad' }

/**
 * A thin line for each row with releases, dashed where none of them is a proper one. The shapes of their channels stand at its
 * foot, the most stable lowest, and the name of that one at its head where there is room. `color` is the value of a token.
 */
export function drawMarks(plot: Drawn, rows: readonly Marked[], color: (token: string) => string) {
  const { ctx, bbox } = plot
  const bottom = bbox.top + bbox.height
  const ratio = devicePixelRatio
  ctx.save()
  ctx.font = `${Math.round(11 * ratio)}px ${getComputedStyle(plot.root).fontFamily}`
  ctx.textBaseline = 'top'
  ctx.textAlign = 'left' // the axes leave another one
  let free = bbox.left
  for (const { at, marks } of rows) {
    const channels = channelsOf(marks)
    const main = marks.find(({ channel }) => channel === channels[0])
    if (!main) continue
    const x = Math.round(plot.valToPos(at, 'x', true))
    ctx.strokeStyle = color(tokens[main.channel])
    ctx.lineWidth = ratio
    ctx.setLineDash(main.channel === 'release' ? [] : [4 * ratio, 3 * ratio])
    ctx.globalAlpha = 0.7
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bottom)
    ctx.stroke()
    ctx.globalAlpha = 1
    channels.forEach((channel, index) => {
      ctx.save()
      ctx.translate(x - (SHAPE / 2) * ratio, bottom - (SHAPE + index * (SHAPE + 2)) * ratio)
      ctx.scale(ratio, ratio)
      ctx.fillStyle = color(tokens[channel])
      ctx.fill(new Path2D(shapes[channel]))
      ctx.restore()
    })
    const width = ctx.measureText(main.number).width
    if (x + 4 * ratio >= free && x + 4 * ratio + width <= bbox.left + bbox.width) {
      ctx.fillStyle = color('--fg-muted')
      ctx.fillText(main.number, x + 4 * ratio, bbox.top)
      free = x + 12 * ratio + width
    }
  }
  ctx.restore()
}
