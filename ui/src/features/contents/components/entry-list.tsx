import { FileDiff, FileSearch, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { contentsText as t } from '@/lib/i18n/zh-Hans/contents'
import type { Before, Contents, Entry } from '../api'
import { entriesWith, treeOf } from '../model/tree'
import type { ContentsSearch, Show } from '../search'
import { EntryRow, Tree } from './entry-tree'
import toolbarCss from '@/components/ui/toolbar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './contents.module.css'

const STEP = 200
const kinds = ['changed', 'added', 'removed'] as const
const tones: Record<(typeof kinds)[number], Tone> = { changed: 'warn', added: 'ok', removed: 'bad' }

export type ListProps = { search: ContentsSearch; onSearch: (next: ContentsSearch) => void }

/** The entries of a file: what changed, all of them in their folders, or its classes; or those found by a text. */
export function EntryList({ contents, search, onSearch }: ListProps & { contents: Contents }) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const show: Show = search.show ?? (contents.before ? 'changes' : 'files')
  const all = useMemo(() => contents.entries ?? [], [contents])
  const listed = useMemo(() => (show === 'classes' ? all.filter((one) => one.kind === 'class') : all), [all, show])
  const open = (entry: Entry) => onSearch({ ...search, path: entry.path, inside: undefined })
  return (
    <section className={cn(ui.card, css.list)} aria-label={t.shows[show]}>
      <div className={toolbarCss.root}>
        <Segmented
          label={t.show}
          value={show}
          onValue={(next) => onSearch({ ...search, show: next })}
          segments={(Object.keys(t.shows) as Show[]).map((value) => ({ value, label: t.shows[value] }))}
        />
        <SearchInput
          className={css.find}
          size="sm"
          label={t.find}
          placeholder={t.find}
          value={text}
          onValue={setText}
          icon={<Search className={ui.icon} aria-hidden />}
        />
      </div>
      {all.length < contents.total ? <p className={css.note}>{t.cut(formatExact(all.length), formatExact(contents.total))}</p> : null}
      <div className={css.scroll}>
        {wanted.trim() ? (
          <Found entries={entriesWith(listed, wanted)} chosen={search.path} onOpen={open} />
        ) : show === 'changes' ? (
          <Changes before={contents.before} chosen={search.path} onOpen={open} />
        ) : (
          <Tree key={show} folder={treeOf(listed)} chosen={search.path} onOpen={open} />
        )}
      </div>
    </section>
  )
}

type Rows = { chosen: string | undefined; onOpen: (entry: Entry) => void }

/** Entries with their paths, some at a time. */
function Found({ entries, ...rows }: Rows & { entries: readonly Entry[] }) {
  const [most, setMost] = useState(STEP)
  if (entries.length === 0) return <Empty icon={FileSearch} level={2} title={t.none} hint={t.noneHint} />
  return (
    <>
      <p className={css.note} role="status">
        {t.found(formatExact(entries.length))}
      </p>
      <ul className={css.rows}>
        {entries.slice(0, most).map((one) => (
          <EntryRow key={one.path} entry={one} whole {...rows} />
        ))}
      </ul>
      {entries.length > most ? (
        <Button size="sm" className={css.more} onClick={() => setMost(most + STEP)}>
          {t.more(formatExact(Math.min(STEP, entries.length - most)))}
        </Button>
      ) : null}
    </>
  )
}

function Changes({ before, ...rows }: Rows & { before: Before | null | undefined }) {
  if (!before) return <Empty icon={FileDiff} level={2} title={t.first} hint={t.firstHint} />
  if (before.problem) return <Empty icon={FileDiff} level={2} title={t.before(before.number)} hint={before.problem} />
  const some = kinds.filter((kind) => before[kind].total > 0)
  if (some.length === 0 && before.unread === 0) return <Empty icon={FileDiff} level={2} title={t.equal} hint={t.equalHint(before.name)} />
  return (
    <>
      <p className={css.note}>
        {[
          t.before(before.number),
          t.sameOf(formatExact(before.same)),
          ...(before.unread > 0 ? [t.unreadOf(formatExact(before.unread))] : []),
        ].join(' · ')}
      </p>
      {some.map((kind) => (
        <section key={kind} className={css.kind}>
          <h2>
            <Badge tone={tones[kind]}>{t.changesOf(t.changed[kind], formatExact(before[kind].total))}</Badge>
          </h2>
          <ul className={css.rows}>
            {before[kind].entries?.map((one) => (
              <EntryRow key={one.path} entry={one} whole still={kind === 'removed'} {...rows} />
            ))}
          </ul>
          {(before[kind].entries?.length ?? 0) < before[kind].total ? (
            <p className={css.note}>{t.cut(formatExact(before[kind].entries?.length ?? 0), formatExact(before[kind].total))}</p>
          ) : null}
        </section>
      ))}
    </>
  )
}
