import { Badge } from '@/components/ui/badge'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import type { PictureChange } from '../api'
import css from './diff.module.css'

type Picture = NonNullable<PictureChange['from']>
const tones = { added: 'ok', removed: 'bad', changed: 'neutral' } as const

/** Pictures side by side: as they were, as they are. */
export function PictureChanges({ pictures }: { pictures: readonly PictureChange[] }) {
  return (
    <section className={css.section}>
      <header>
        <h3>{t.diff.pictures}</h3>
        <small>{t.diff.pictureCount(pictures.length)}</small>
      </header>
      <ul className={css.pictures}>
        {pictures.map(({ change, from, to }) => (
          <li key={(to ?? from)?.url}>
            <span className={css.state}>
              <Badge tone={tones[change]}>{t.diff[change]}</Badge>
            </span>
            <Side picture={from} label={t.diff.pictureBefore} />
            <Side picture={to} label={t.diff.pictureAfter} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Side({ picture, label }: { picture: Picture | null; label: string }) {
  if (!picture)
    return (
      <figure aria-label={label}>
        <span className={css.blank}>{t.diff.noPicture}</span>
      </figure>
    )
  return (
    <figure aria-label={label}>
      <img src={picture.url} alt={picture.title ?? t.diff.untitled} loading="lazy" />
      <figcaption>
        {t.diff.caption2(picture.title ?? '', picture.description ?? '') || t.diff.untitled} · {t.diff.place(picture.ordering)}
        {picture.featured ? ` · ${t.diff.featured}` : ''}
      </figcaption>
    </figure>
  )
}
