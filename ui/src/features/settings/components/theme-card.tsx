import { Check } from 'lucide-react'
import type { Theme, ThemeChoice } from '@/stores/theme'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'

type ThemeCardProps = { choice: ThemeChoice; /** Shown as the night half of 跟随系统. */ dark: Theme; checked: boolean; onChoose: () => void }

/** A theme to choose, with a small page drawn in its own colours. */
export function ThemeCard({ choice, dark, checked, onChoose }: ThemeCardProps) {
  return (
    <label className="theme-card">
      <input className="sr" type="radio" name="theme" value={choice} checked={checked} onChange={onChoose} />
      <span className="theme-shot" aria-hidden>
        {choice === 'system' ? (
          <>
            <MiniPage theme="light" />
            <MiniPage theme={dark} half />
          </>
        ) : (
          <MiniPage theme={choice} />
        )}
      </span>
      <span className="theme-name">
        <b>{t.themes[choice]}</b>
        <Check className="i i-14" aria-hidden />
      </span>
      <small>{t.themeHints[choice]}</small>
    </label>
  )
}

function MiniPage({ theme, half }: { theme: Theme; half?: boolean }) {
  return (
    <span className={half ? 'tmini tmini-half' : 'tmini'} data-theme={theme}>
      <span className="tmini-top">
        <i />
        <u />
        <em />
      </span>
      {[72, 54, 64].map((width) => (
        <span key={width} className="tmini-row">
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
