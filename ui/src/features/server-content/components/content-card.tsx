import { CircleFadingArrowUp, Package, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import type { Mod } from '@/lib/hosting/content'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { heldBack, keyOf, shownOf, toUpdate, type Filter } from '../model/mod'
import { refusalOf } from '../model/refusal'
import type { ContentWork } from '../use-work'
import { AddContent, SearchLinks } from './add-content'
import { ContentFilters } from './content-filters'
import { ContentSelection } from './content-selection'
import { ContentTable } from './content-table'
import type { Asking } from './server-content'
import ui from '@/components/ui/ui.module.css'
import css from './server-content.module.css'

const everything: Filter = { text: '' }
const nobody: ReadonlySet<string> = new Set()
/** Rows that are drawn at first; a server may have a thousand. */
const MOST = 200

type ContentCardProps = {
  server: Server
  /** Undefined while it is not loaded. */
  list: readonly Mod[] | undefined
  error: unknown
  work: ContentWork
  onAsk: (asking: Asking) => void
  onRetry: () => void
}

/** The list of the content, with what is done with all of it. */
export function ContentCard({ server, list, error, work, onAsk, onRetry }: ContentCardProps) {
  return (
    <section className={cn(ui.card, ui.cut)} aria-labelledby="server-content">
      <header className={cn(ui.cardHead, css.head)}>
        <h2 id="server-content">{t.title}</h2>
        {list ? <small className={cn(ui.small, ui.tabular)}>{t.count(String(list.length))}</small> : null}
        <span className={cn(ui.cardEnd, ui.row, ui.justifyEnd)}>
          {list && list.length > 0 ? <UpdateAll server={server} list={list} work={work} /> : null}
          <AddContent server={server} />
        </span>
      </header>
      {list === undefined ? (
        error === undefined ? (
          <Loading className={cn(ui.cardPad, ui.pile)}>
            <Bone w="60%" />
            <Bone w="50%" />
            <Bone w="55%" />
          </Loading>
        ) : (
          <ErrorCard className={ui.around16} error={error} title={t.errorTitle} onRetry={onRetry} />
        )
      ) : list.length === 0 ? (
        <Empty icon={Package} title={t.emptyTitle} hint={t.emptyHint}>
          <SearchLinks server={server} />
        </Empty>
      ) : (
        <Listed server={server} list={list} work={work} onAsk={onAsk} />
      )}
    </section>
  )
}

type ListedProps = { server: Server; list: readonly Mod[]; work: ContentWork; onAsk: (asking: Asking) => void }

function Listed({ server, list, work, onAsk }: ListedProps) {
  const [filter, setFilter] = useState(everything)
  const [picked, setPicked] = useState(nobody)
  const [all, setAll] = useState(false)
  const shown = shownOf(list, filter)
  // What a filter hides is not acted upon.
  const chosen = shown.filter((mod) => picked.has(keyOf(mod)))
  const rows = all ? shown : shown.slice(0, MOST)
  return (
    <>
      <ContentFilters list={list} filter={filter} onFilter={setFilter} />
      {chosen.length > 0 ? (
        <ContentSelection
          server={server}
          mods={chosen}
          work={work}
          onAsk={onAsk}
          onAll={chosen.length < shown.length ? () => setPicked(new Set(shown.map(keyOf))) : undefined}
          onClear={() => setPicked(nobody)}
        />
      ) : null}
      {shown.length === 0 ? (
        <Empty icon={SearchX} title={t.noMatchTitle} hint={t.noMatchHint}>
          <Button onClick={() => setFilter(everything)}>{t.clear}</Button>
        </Empty>
      ) : (
        <ContentTable server={server} mods={rows} picked={picked} work={work} onPick={setPicked} onAsk={onAsk} />
      )}
      {rows.length < shown.length ? (
        <div className={ui.cardFoot}>
          <Button size="sm" kind="quiet" onClick={() => setAll(true)}>
            {t.more(String(shown.length - rows.length))}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function UpdateAll({ server, list, work }: { server: Server; list: readonly Mod[]; work: ContentWork }) {
  const mods = toUpdate(list)
  const held = heldBack(list)
  const why = refusalOf(server) ?? (mods.length === 0 ? t.refused.nothingToUpdate : undefined)
  const { progress } = work
  return (
    <>
      <span role="status" className={cn(ui.small, ui.tabular)}>
        {progress && progress.all > 1 ? t.working(String(progress.done), String(progress.all)) : held > 0 ? t.heldBack(String(held)) : null}
      </span>
      <Button
        size="sm"
        disabled={why !== undefined || work.busy}
        title={why}
        aria-description={why}
        onClick={() => work.run('update', mods)}
      >
        <CircleFadingArrowUp className={ui.icon14} aria-hidden />
        {t.action.updateAll}
        {mods.length > 0 ? <small>{mods.length}</small> : null}
      </Button>
    </>
  )
}
