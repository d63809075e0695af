import { House } from 'lucide-react'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import type { DraftPage } from '../api'
import { bySiblings, mayStand, type Branch, type Place } from '../model/tree'
import ui from '@/components/ui/ui.module.css'
import { wikiOf } from '../links'
import css from './editor.module.css'

type Zone = 'before' | 'inside' | 'after'

type LevelProps = {
  project: ProjectPage
  branches: readonly Branch<DraftPage>[]
  pages: readonly DraftPage[]
  current: string | undefined
  featured: string
  dragged: string | undefined
  onDrag: (id: string | undefined) => void
  onDrop: (id: string, place: Place) => void
  onKey: (event: KeyboardEvent, id: string) => void
}

/** One level of the tree: its rows, and the levels below them. */
export function EditorRow(props: LevelProps) {
  const { branches, project, ...rest } = props
  return (
    <ul className={css.list}>
      {branches.map((branch) => (
        <li key={branch.page.id}>
          <Row {...props} branch={branch} />
          {branch.children.length > 0 ? <EditorRow project={project} {...rest} branches={branch.children} /> : null}
        </li>
      ))}
    </ul>
  )
}

function Row({ project, branch, pages, current, featured, dragged, onDrag, onDrop, onKey }: LevelProps & { branch: Branch<DraftPage> }) {
  const { page } = branch
  const [over, setOver] = useState<Zone>()
  const on = page.id === current
  const place = (zone: Zone): Place => {
    if (zone === 'inside') return { parent: page.id, after: branch.children.at(-1)?.page.id }
    if (zone === 'after') return { parent: page.parent, after: page.id }
    const siblings = pages.filter(({ parent, id }) => parent === page.parent && id !== dragged).sort(bySiblings)
    return { parent: page.parent, after: siblings[siblings.findIndex(({ id }) => id === page.id) - 1]?.id }
  }
  const drag = (event: DragEvent<HTMLElement>) => {
    if (dragged === undefined || dragged === page.id) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - top) / height
    const zone = share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside'
    if (!mayStand(pages, dragged, place(zone))) return setOver(undefined)
    event.preventDefault()
    setOver(zone)
  }
  return (
    // The link inside is moved by keys; dragging is for pointers alone.
    <div
      className={cn(css.row, on && css.on, over && css[over])}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', page.title)
        onDrag(page.id)
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={drag}
      onDragLeave={() => setOver(undefined)}
      onDrop={(event) => {
        event.preventDefault()
        if (dragged !== undefined && over) onDrop(dragged, place(over))
        setOver(undefined)
      }}
    >
      <PathLink
        className={css.link}
        keepScroll
        draggable={false}
        data-page={page.id}
        {...wikiOf(project, 'edit')}
        search={{ page: page.id }}
        aria-current={on ? 'page' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
        onKeyDown={(event) => onKey(event, page.id)}
      >
        {page.title}
        {page.id === featured ? <House className={ui.icon14} aria-label={wikiText.home} /> : null}
      </PathLink>
      <Marks page={page} />
    </div>
  )
}

/** What the draft changes of a page. */
function Marks({ page }: { page: DraftPage }) {
  const [first] = page.edits
  return (
    <>
      {page.conflict ? <small className={cn(css.mark, ui.warn)}>{t.conflictMark}</small> : null}
      {first === undefined ? (
        page.saved ? (
          <small className={css.mark}>{t.savedMark}</small>
        ) : null
      ) : (
        <small className={css.mark} title={page.edits.map((edit) => wikiText.ops[edit]).join('、')}>
          {wikiText.ops[page.edits.includes('added') ? 'added' : first]}
        </small>
      )}
    </>
  )
}
