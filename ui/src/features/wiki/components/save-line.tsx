import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import type { Saving } from '../model/autosave'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

const clock = new Intl.DateTimeFormat('zh-Hans', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })

/** Where the text is: saved at a time, on its way, or only in this browser. */
export function SaveLine({ saving: { phase, at }, onRetry }: { saving: Saving; onRetry: () => void }) {
  const bad = phase === 'failed' || phase === 'clash'
  const Icon = bad ? CircleAlert : phase === 'still' ? CircleCheck : LoaderCircle
  return (
    <span className={cn(css.saved, bad && ui.warn)}>
      <Icon className={cn(ui.icon14, phase === 'sending' && ui.spin)} aria-hidden />
      <span role="status">{phase === 'still' && at ? t.save.at(clock.format(new Date(at))) : t.save[phase]}</span>
      {phase === 'failed' ? (
        <Button size="xs" onClick={onRetry}>
          {t.save.retry}
        </Button>
      ) : null}
    </span>
  )
}
