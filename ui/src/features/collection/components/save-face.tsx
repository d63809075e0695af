import { Bookmark } from 'lucide-react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import ui from '@/components/ui/ui.module.css'
import actionsCss from './actions.module.css'

/** What the save button looks like, also while what it does is on the way. */
export function SaveFace({ saved, ...rest }: ButtonProps & { saved: boolean }) {
  return (
    <Button size="lg" {...rest} on={saved} className={actionsCss.save} aria-label={saved ? t.saved : t.save}>
      <Bookmark className={cn(ui.icon, saved && ui.filled)} aria-hidden />
      {saved ? t.saved : t.save}
    </Button>
  )
}
