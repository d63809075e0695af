import { Bookmark } from 'lucide-react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import ui from '@/components/ui/ui.module.css'
import actionsCss from './actions.module.css'

/** The look of the save button, also before its code is loaded. `fresh`: it was saved just now. */
export function SaveFace({ saved, fresh, ...rest }: ButtonProps & { saved: boolean; fresh?: boolean }) {
  return (
    <Button size="lg" {...rest} on={saved} className={actionsCss.save} aria-label={saved ? t.saved : t.save}>
      <Bookmark className={cn(ui.icon, saved && ui.filled, saved && fresh && actionsCss.pop)} aria-hidden />
      {saved ? t.saved : t.save}
    </Button>
  )
}
