import { Copy, Eraser, Maximize, Minimize, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { SearchInput } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { copyText } from '@/lib/copy'
import { formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { consoleText as t } from '@/lib/i18n/zh-Hans/server'
import { toast } from '@/stores/toasts'
import { useOnline } from '../hooks'
import { clockOf } from '../model/clock'
import { isGap, type Level } from '../model/line'
import { shownOf, type Filter } from '../model/rows'
import type { ConsoleSession, Snapshot } from '../model/session'
import { isAlive, mayCommand, type Shown } from '../model/state'
import { CommandLine } from './command-line'
import { ConsoleRows } from './console-rows'
import { useFullScreen } from './use-full-screen'
import lampCss from '@/components/ui/lamp.module.css'
import segmentedCss from '@/components/ui/segmented.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './console-card.module.css'

const levels: readonly Level[] = ['info', 'warn', 'error']
const none: ReadonlySet<number> = new Set()

type ConsoleCardProps = { server: Server; shown: Shown; session: ConsoleSession; snapshot: Snapshot; open: boolean }

/** The console of a server: its lines, filters, and the line for commands. */
export function ConsoleCard({ server, shown, session, snapshot, open }: ConsoleCardProps) {
  const root = useRef<HTMLElement>(null)
  const full = useFullScreen(root)
  const { rows, status, refused } = snapshot
  const [level, setLevel] = useState<Level>()
  const [text, setText] = useState('')
  const [unfolded, setUnfolded] = useState(none)
  const filter = useMemo<Filter>(
    () => ({ levels: new Set(level ? [level] : []), text: text.trim(), open: unfolded }),
    [level, text, unfolded],
  )
  const copy = async () => {
    const lines = rows.blocks
      .flatMap(({ entries }) => shownOf(entries, { ...filter, open: allStacks }))
      .map((entry) => (isGap(entry) ? gapWords(entry.missing) : `${clockOf(entry.at)} ${entry.text}`))
    if (await copyText(lines.join('\n'))) toast(t.copied)
  }
  const live = open && status.kind === 'live'
  return (
    <section ref={root} className={cn(ui.card, css.root, full.on && css.full)} aria-label={t.title}>
      <div className={css.bar}>
        <span className={css.title}>
          <span className={cn(lampCss.root, !live && lampCss.off)} aria-hidden />
          <h2>{t.title}</h2>
          <small>{live ? t.live : open && status.kind !== 'ended' ? t.connecting : ''}</small>
        </span>
        <div className={cn(segmentedCss.root, css.levels)} role="group" aria-label={t.filter}>
          <Segment on={level === undefined} label={t.everything} onClick={() => setLevel(undefined)} />
          {levels.map((one) => (
            <Segment
              key={one}
              on={level === one}
              label={t.levels[one]}
              count={one === 'info' ? 0 : rows.counts[one]}
              onClick={() => setLevel(level === one ? undefined : one)}
            />
          ))}
        </div>
        <SearchInput
          className={css.find}
          size="sm"
          label={t.find}
          placeholder={t.find}
          value={text}
          onValue={setText}
          icon={<Search className={ui.icon14} aria-hidden />}
        />
        <span className={css.end}>
          <IconButton kind="quiet" size="sm" label={t.copy} disabled={rows.blocks.length === 0} onClick={() => void copy()}>
            <Copy className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton kind="quiet" size="sm" label={t.clear} disabled={rows.blocks.length === 0} onClick={() => session.clear()}>
            <Eraser className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton kind="quiet" size="sm" label={full.on ? t.leaveFull : t.full} onClick={full.toggle}>
            {full.on ? <Minimize className={ui.icon} aria-hidden /> : <Maximize className={ui.icon} aria-hidden />}
          </IconButton>
        </span>
      </div>
      {/* A console is dark in every theme. */}
      <div className={css.dark} data-theme="dark">
        <Banner server={server} session={session} snapshot={snapshot} open={open} />
        <ConsoleRows
          rows={rows}
          filter={filter}
          onFold={(stack) =>
            setUnfolded((before) => {
              const next = new Set(before)
              if (!next.delete(stack)) next.add(stack)
              return next
            })
          }
        />
        <CommandLine
          server={server.server_id}
          players={server.power.players?.names ?? []}
          disabled={
            !mayCommand(server) ? t.disabled.right : open && !isAlive(shown) ? t.disabled.idle : live ? undefined : t.disabled.closed
          }
          refused={refused}
          onCommand={(command) => session.command(command)}
        />
      </div>
      <Summary came={rows.came} errors={rows.errors} />
    </section>
  )
}

/** Stands for the set of all stack traces. */
const allStacks = { has: () => true } as unknown as ReadonlySet<number>

const gapWords = (missing: number) => (missing > 0 ? t.missing(formatExact(missing)) : t.anew)

function Segment({ on, label, count = 0, onClick }: { on: boolean; label: string; count?: number; onClick: () => void }) {
  return (
    <button type="button" className={on ? segmentedCss.on : undefined} aria-pressed={on} onClick={onClick}>
      {label}
      {count > 0 ? <span className={ui.tabular}>{formatExact(count)}</span> : null}
    </button>
  )
}

/** Why no lines come, and what one can do. */
function Banner({ server, session, snapshot: { status }, open }: Omit<ConsoleCardProps, 'shown'>) {
  const online = useOnline()
  const ended = status.kind === 'ended' ? status.why : undefined
  const words = server.deleted
    ? t.deleted
    : server.suspended
      ? t.ended.suspended
      : !open
        ? t.away
        : ended
          ? t.ended[ended]
          : status.kind === 'waiting'
            ? online
              ? t.reconnecting
              : t.offline
            : undefined
  if (!words) return null
  return (
    <div className={css.banner} role="status">
      <span>{words}</span>
      {open && status.kind !== 'connecting' ? (
        <Button size="xs" onClick={() => session.again()}>
          {t.retry}
        </Button>
      ) : null}
    </div>
  )
}

const SUMMARY_MS = 10_000

/** Tells a reader from time to time how much has come: the lines themselves would never end. */
function Summary({ came, errors }: { came: number; errors: number }) {
  const now = useRef({ came, errors })
  now.current = { came, errors }
  const [said, setSaid] = useState('')
  useEffect(() => {
    let before = now.current
    const timer = setInterval(() => {
      const lines = now.current.came - before.came
      setSaid(lines > 0 ? t.summary(formatExact(lines), formatExact(now.current.errors - before.errors)) : '')
      before = now.current
    }, SUMMARY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className={ui.visuallyHidden} role="status">
      {said}
    </p>
  )
}
