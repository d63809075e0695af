import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/lib/cn'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import saveBarCss from '@/components/ui/save-bar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './version-bar.module.css'

type VersionBarProps = {
  edits: boolean
  number: string
  /** The first thing that is in the way. */
  left: string | undefined
  /** Nothing was written or chosen yet: nothing is missing so far. */
  untouched: boolean
  sending: number
  busy: boolean
  featured: boolean
  onFeatured: (featured: boolean) => void
}

/** Stays in sight while the form scrolls: what is missing, and the button. */
export function VersionBar({ edits, number, left, untouched, sending, busy, featured, onFeatured }: VersionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const send = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing && !event.defaultPrevented)
        bar.current?.closest('form')?.requestSubmit()
    }
    document.addEventListener('keydown', send)
    return () => document.removeEventListener('keydown', send)
  }, [])
  return (
    <div ref={bar} className={saveBarCss.root} role="region" aria-label={edits ? t.save : t.publish('')}>
      <span className={css.message} role="status">
        {busy ? (
          <>
            <LoaderCircle className={cn(ui.icon, ui.spin)} aria-hidden />
            {edits ? t.saving : t.publishing}
          </>
        ) : sending > 0 ? (
          <>
            <LoaderCircle className={cn(ui.icon, ui.spin)} aria-hidden />
            {t.stillSending(sending)}
          </>
        ) : left && untouched ? (
          t.begin
        ) : left ? (
          <>
            <CircleAlert className={cn(ui.icon, ui.warn)} aria-hidden />
            {t.left(left)}
          </>
        ) : edits ? (
          t.readyToSave
        ) : (
          t.ready
        )}
      </span>
      <span className={saveBarCss.end}>
        <Checkbox checked={featured} disabled={busy} onChange={(event) => onFeatured(event.target.checked)}>
          {t.featured}
        </Checkbox>
        <Button type="submit" kind="primary" loading={busy}>
          {edits ? t.save : t.publish(number)}
          <kbd className={ui.hideS} aria-hidden>
            Ctrl ↵
          </kbd>
        </Button>
      </span>
    </div>
  )
}
