import { useId } from 'react'
import { TableHead } from '@/components/ui/data-table'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { Pic } from '@/components/ui/pic'
import { pathsOf, thinned, type Measured, type Sample } from '../model/figures'
import { clockOf } from '../model/clock'
import ui from '@/components/ui/ui.module.css'
import css from './figure-cards.module.css'

const t = serverText.figures
const WIDTH = 300
const HEIGHT = 56
const MIB = 1024 * 1024
/** Names of players that are shown; the others are counted. */
const MOST_NAMES = 12

type Figure = { what: Measured; name: string; most: number; say: (value: number) => string; of: (value: number | undefined) => string }

const percent = (value: number, most: number) => `${Math.round(most > 0 ? (value / most) * 100 : 0)}%`

function figuresOf({ plan, power }: Server): Figure[] {
  const memory = plan.memory_mib * MIB
  const disk = plan.disk_mib * MIB
  const players = power.players?.max ?? 0
  const share = (most: number) => (value: number | undefined) => (value === undefined ? '' : t.of(formatBytes(most), percent(value, most)))
  return [
    {
      what: 'cpu',
      name: t.cpu,
      most: plan.cpu_percent,
      say: (value) => percent(value, plan.cpu_percent),
      of: () => t.ofCores(String(plan.cpu_percent / 100)),
    },
    { what: 'memory', name: t.memory, most: memory, say: formatBytes, of: share(memory) },
    { what: 'disk', name: t.disk, most: disk, say: formatBytes, of: share(disk) },
    { what: 'players', name: t.players, most: players, say: formatExact, of: () => (players > 0 ? t.most(formatExact(players)) : '') },
  ]
}

/** What a server uses: the newest number, and its line of the last minutes. */
export function FigureCards({ server, samples }: { server: Server; samples: readonly Sample[] }) {
  const last = samples.at(-1)
  return (
    <aside className={cn(ui.card, css.root)} aria-label={t.title}>
      {figuresOf(server).map((figure) => {
        const value = last?.[figure.what] ?? undefined
        return (
          <section key={figure.what} className={css.figure}>
            <div className={css.head}>
              <h2>{figure.name}</h2>
              {value === undefined ? <span className={ui.subtle}>{t.none}</span> : <b>{figure.say(value)}</b>}
              <small>{figure.of(value)}</small>
            </div>
            <Line figure={figure} samples={samples} />
          </section>
        )
      })}
      <Players server={server} />
    </aside>
  )
}

function Line({ figure, samples }: { figure: Figure; samples: readonly Sample[] }) {
  const id = useId()
  const { line, area } = pathsOf(samples, figure.what, figure.most, WIDTH, HEIGHT)
  return (
    <>
      <svg className={cn(css.line, css[figure.what])} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path className={css.grid} d={`M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path className={css.base} d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        <path className={css.area} d={area} />
        <path className={css.stroke} d={line} />
      </svg>
      <table className={ui.visuallyHidden} aria-labelledby={id}>
        <caption id={id}>{t.recent(figure.name)}</caption>
        <TableHead columns={[t.time, figure.name]} />
        <tbody>
          {thinned(samples).map((sample) => {
            const value = sample[figure.what]
            return (
              <tr key={sample.at}>
                <th scope="row">{clockOf(sample.at)}</th>
                <td>{value === null ? t.none : figure.say(value)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

function Players({ server }: { server: Server }) {
  const { players, state } = server.power
  if (!players && state !== 'running') return null
  const names = players?.names ?? []
  return (
    <div className={css.online}>
      <span>{t.online}</span>
      {!players ? (
        <span>{t.unknownPlayers}</span>
      ) : players.online === 0 ? (
        <span>{t.nobody}</span>
      ) : (
        <ul className={css.names}>
          {names.slice(0, MOST_NAMES).map((name) => (
            <li key={name}>
              <Pic src={null} name={name} size={24} round />
              <span>{name}</span>
            </li>
          ))}
          {players.online > names.slice(0, MOST_NAMES).length ? (
            <li>+{formatExact(players.online - names.slice(0, MOST_NAMES).length)}</li>
          ) : null}
        </ul>
      )}
    </div>
  )
}
