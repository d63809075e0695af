import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '@/components/ui/button'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { toast } from '@/stores/toasts'
import type { Draft } from '../api'
import { useMovePages, useRestorePage } from '../commands'
import { movesTo, step, treeOf, type Direction, type Move, type Place } from '../model/tree'
import { EditorRow } from './editor-row'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

const directions = ['up', 'down', 'in', 'out'] as const
const icons = { up: ArrowUp, down: ArrowDown, in: IndentIncrease, out: IndentDecrease }
const keys: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

type EditorTreeProps = { project: ProjectPage; draft: Draft; current: string | undefined }

/** The pages of a draft as nested lists. A page is moved by dragging, with Alt and an arrow key, or with the buttons. */
export function EditorTree({ project, draft, current }: EditorTreeProps) {
  const [said, setSaid] = useState('')
  const [pending, setPending] = useState<readonly Move[]>([])
  const [dragged, setDragged] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef<string>(undefined)
  const move = useMovePages(project.id, draft.id)
  const restore = useRestorePage(project.id, draft.id)
  // What is being saved is shown at once.
  const pages = draft.tree.filter(({ removed }) => !removed).map((page) => ({ ...page, ...pending.find((move) => move.page === page.id) }))
  const removed = draft.tree.filter((page) => page.removed && !draft.tree.some(({ id, removed: gone }) => gone && id === page.parent))
  const titleOf = (id: string) => draft.tree.find((page) => page.id === id)?.title ?? ''
  // A moved page stands in another list; the focus follows it.
  useEffect(() => {
    const id = focused.current
    if (id === undefined) return
    const link = list.current?.querySelector<HTMLElement>(`[data-page="${CSS.escape(id)}"]`)
    if (
      link &&
      document.activeElement !== link &&
      (document.activeElement === document.body || list.current?.contains(document.activeElement))
    )
      link.focus()
  })
  const put = (id: string, place: Place | undefined) => {
    const moves = place ? movesTo(pages, id, place) : []
    if (!place || moves.length === 0) return setSaid(t.notMoved)
    setPending(moves)
    setSaid(t.moved(titleOf(id), titleOf(place.parent)))
    move.mutate(moves, { onSettled: () => setPending([]) })
  }
  const byKey = (event: KeyboardEvent, id: string) => {
    const direction = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey ? keys[event.key] : undefined
    if (!direction) return
    event.preventDefault()
    if (move.isPending) return
    focused.current = id
    put(id, step(pages, id, direction))
  }
  return (
    <div ref={list}>
      {current !== undefined && pages.some(({ id }) => id === current) ? (
        <div className={css.tools} role="group" aria-label={t.movable(titleOf(current))}>
          {directions.map((direction) => {
            const Icon = icons[direction]
            const place = step(pages, current, direction)
            return (
              <IconButton
                key={direction}
                size="sm"
                kind="quiet"
                label={t.moves[direction]}
                disabled={!place || move.isPending}
                onClick={() => {
                  focused.current = undefined
                  put(current, place)
                }}
              >
                <Icon className={ui.icon} aria-hidden />
              </IconButton>
            )
          })}
        </div>
      ) : null}
      <p className={css.hint}>{t.treeHint}</p>
      <p className={ui.visuallyHidden} role="status">
        {said}
      </p>
      <EditorRow
        project={project}
        branches={treeOf(pages)}
        pages={pages}
        current={current}
        featured={draft.featured}
        dragged={dragged}
        onDrag={setDragged}
        onDrop={(id, place) => {
          setDragged(undefined)
          focused.current = undefined
          if (!move.isPending) put(id, place)
        }}
        onKey={byKey}
      />
      {removed.length > 0 ? (
        <ul className={cn(css.list, css.gone)} aria-label={t.removedMark}>
          {removed.map((page) => (
            <li key={page.id}>
              <span className={css.row}>
                <span className={css.link}>
                  <del>{page.title}</del>
                </span>
                <IconButton
                  size="xs"
                  kind="quiet"
                  label={t.restoreOf(page.title)}
                  disabled={restore.isPending}
                  onClick={() => restore.mutate({ page: page.id }, { onSuccess: () => toast(t.restored) })}
                >
                  <Undo2 className={ui.icon14} aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
