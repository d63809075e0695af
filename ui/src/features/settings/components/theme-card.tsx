import { Check } from 'lucide-react'
import { cn } from '@/lib/cn'
import type { Theme, ThemeChoice } from '@/stores/theme'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import ui from '@/components/ui/ui.module.css'
import css from './theme-card.module.css'

type ThemeCardProps = {
  choice: ThemeChoice /** Shown as the night half of 跟随系统. */
  dark: Theme
  checked: boolean
  onChoose: () => void
}

/** A theme to choose, with a small page drawn in its own colours. */
export function ThemeCard({ choice, dark, checked, onChoose }: ThemeCardProps) {
  return (
    <label className={css.root}>
      <input className={ui.visuallyHidden} type="radio" name="theme" value={choice} checked={checked} onChange={onChoose} />
      <span className={css.shot} aria-hidden>
        {choice === 'system' ? (
          <>
            <MiniPage theme="light" />
            <MiniPage theme={dark} half />
          </>
        ) : (
          <MiniPage theme={choice} />
        )}
      </span>
      <span className={css.name}>
        <b>{t.themes[choice]}</b>
        <Check className={ui.icon14} aria-hidden />
      </span>
      <small>{t.themeHints[choice]}</small>
    </label>
  )
}

function MiniPage({ theme, half }: { theme: Theme; half?: boolean }) {
  return (
    <span className={half ? cn(css.page, css.half) : css.page} data-theme={theme}>
      <span className={css.top}>
        <i />
        <u />
        <em />
      </span>
      {[72, 54, 64].map((width) => (
        <span key={width} className={css.row}>
          <i />
          <span>
            <b style={{ width: `${width}%` }} />
            <u style={{ width: `${width - 22}%` }} />
          </span>
          <em />
        </span>
      ))}
    </span>
  )
}
