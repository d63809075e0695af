import { ChevronDown } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { buttonClass } from '@/components/ui/button'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'

/** What opens the menu of types; its looks are the same before and after the menu's code has come. */
export function DiscoverButton(props: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  return (
    <button type="button" aria-haspopup="menu" {...props} className={buttonClass({ kind: 'quiet', size: 'sm' }, 'top-discover')}>
      {t.discover}
      <ChevronDown className="i i-14" aria-hidden />
    </button>
  )
}
