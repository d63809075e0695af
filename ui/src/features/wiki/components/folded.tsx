import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import css from './folded.module.css'

type FoldedProps = { head: ReactNode; className?: string | undefined; children: ReactNode }

/** A list beside a page. Where it stands above the page instead, only its head is shown until it is asked for. */
export function Folded({ head, className, children }: FoldedProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={className}>
        {head}
        <Button className={css.button} size="sm" kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.hidePages : t.showPages}
        </Button>
      </div>
      <div className={cn(css.list, open && css.open)}>{children}</div>
    </>
  )
}
