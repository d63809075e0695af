import { ChevronDown, Plus } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { createLinks } from './account-links'
import ui from '@/components/ui/ui.module.css'

/** The items that a signed-in person can create. */
export default function CreateMenu() {
  return (
    <Menu
      label={shellText.create}
      trigger={
        <button type="button" className={buttonClass({ size: 'sm' }, ui.hideS)}>
          <Plus className={ui.icon} aria-hidden />
          {t.publish}
          <ChevronDown className={ui.icon14} aria-hidden />
        </button>
      }
    >
      {createLinks.map(({ address, label, icon: Icon }) => (
        <MenuItem key={label} asChild>
          <PathLink {...address}>
            <Icon className={ui.icon} aria-hidden />
            {label}
          </PathLink>
        </MenuItem>
      ))}
    </Menu>
  )
}
