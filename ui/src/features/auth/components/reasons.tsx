import { Bell, FolderHeart, PackagePlus } from 'lucide-react'
import { BrandMark } from '@/components/layout/brand-mark'
import { brandName } from '@/lib/brand'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import brandMarkCss from '@/components/layout/brand-mark.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './reasons.module.css'

const icons = [Bell, FolderHeart, PackagePlus]

/** What an account is good for, beside the forms that begin with it. */
export function Reasons() {
  return (
    <div className={css.root}>
      <BrandMark className={brandMarkCss.root} />
      <b className={css.title}>{t.reasonsTitle(brandName())}</b>
      <ul>
        {t.reasons.map(([title, text], index) => {
          const Icon = icons[index] ?? Bell
          return (
            <li key={title}>
              <Icon className={ui.icon} aria-hidden />
              <span>
                <b>{title}</b>
                <small>{text}</small>
              </span>
            </li>
          )
        })}
      </ul>
      <p>{t.reasonsNone}</p>
      <BrandMark className={css.blocks} />
    </div>
  )
}
