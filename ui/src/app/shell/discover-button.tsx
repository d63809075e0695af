import { ChevronDown } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { buttonClass } from '@/components/ui/button'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import ui from '@/components/ui/ui.module.css'
import appHeaderCss from './app-header.module.css'

/** The button that opens the menu of types; it looks the same before and after the menu's code is loaded. */
export function DiscoverButton(props: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  return (
    <button type="button" aria-haspopup="menu" {...props} className={buttonClass({ kind: 'quiet', size: 'sm' }, appHeaderCss.discover)}>
      {t.discover}
      <ChevronDown className={ui.icon14} aria-hidden />
    </button>
  )
}
