import { ChevronRight, House } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import type { Listed } from '../model/pages'
import { pathOf, treeOf, type Branch } from '../model/tree'
import ui from '@/components/ui/ui.module.css'
import css from './page-tree.module.css'

/** Larger trees are folded except on the way to the page that is read. */
const OPEN_UP_TO = 60

type LinkOf = (page: Listed, inner: ReactNode, attributes: { className?: string; 'aria-current'?: 'page' }) => ReactNode
type PageTreeProps = { pages: readonly Listed[]; current: string | undefined; link: LinkOf }

/** The pages as nested lists; branches fold. */
export function PageTree({ pages, current, link }: PageTreeProps) {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const onWay = new Set(pathOf(pages, current ?? '').map(({ id }) => id))
  const isOpen = (id: string) => (pages.length <= OPEN_UP_TO || onWay.has(id)) !== flipped.has(id)
  const flip = (id: string) => {
    const next = new Set(flipped)
    if (!next.delete(id)) next.add(id)
    setFlipped(next)
  }
  return <Level branches={treeOf(pages)} current={current} link={link} isOpen={isOpen} onFlip={flip} />
}

type LevelProps = {
  branches: readonly Branch<Listed>[]
  current: string | undefined
  link: LinkOf
  isOpen: (id: string) => boolean
  onFlip: (id: string) => void
}

function Level({ branches, ...rest }: LevelProps) {
  const { current, link, isOpen, onFlip } = rest
  return (
    <ul className={css.root}>
      {branches.map(({ page, children }) => {
        const open = isOpen(page.id)
        const on = page.id === current
        return (
          <li key={page.id}>
            <div className={cn(css.row, on && css.on)}>
              {children.length > 0 ? (
                <button
                  type="button"
                  className={css.fold}
                  aria-expanded={open}
                  aria-label={open ? t.collapse(page.title) : t.expand(page.title)}
                  onClick={() => onFlip(page.id)}
                >
                  <ChevronRight className={ui.icon14} aria-hidden />
                </button>
              ) : (
                <span className={css.leaf} aria-hidden />
              )}
              {link(
                page,
                <>
                  {page.title}
                  {page.featured ? <House className={ui.icon14} aria-label={t.home} /> : null}
                </>,
                { className: css.link, ...(on ? { 'aria-current': 'page' as const } : {}) },
              )}
            </div>
            {children.length > 0 && open ? <Level branches={children} {...rest} /> : null}
          </li>
        )
      })}
    </ul>
  )
}
