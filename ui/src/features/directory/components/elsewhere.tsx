import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { formatExact } from '@/lib/format'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { usePlaces } from '../use-places'
import ui from '@/components/ui/ui.module.css'
import css from './directory.module.css'

/** For a text without results here: the places that have some, each with the text. */
export function Elsewhere({ here, text }: { here: string; text: string }) {
  const places = usePlaces(text).filter(({ listing, count }) => listing !== here && count)
  if (places.length === 0) return null
  return (
    <div className={css.elsewhere}>
      <p className={ui.subtle}>{t.elsewhere}</p>
      <div className={css.links}>
        {places.map(({ listing, label, count }) => (
          <PathLink key={listing} to="/$listing" params={{ listing }} search={{ q: text }} className={buttonClass({ size: 'sm' })}>
            {t.elsewhereCount(label, formatExact(count ?? 0))}
          </PathLink>
        ))}
      </div>
    </div>
  )
}
