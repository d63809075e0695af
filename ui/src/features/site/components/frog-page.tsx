import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Bone } from '@/components/ui/feedback'
import { Quoted } from '@/components/ui/quoted'
import { formatDateTime, formatExact } from '@/lib/format'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'
import { frogQuery } from '../frog'
import ui from '@/components/ui/ui.module.css'
import css from './frog-page.module.css'

/** The frog, when it was met, and who else has met it. */
export function FrogPage() {
  const [opened] = useState(() => new Date().toISOString())
  const frog = useQuery(frogQuery)
  const others = frog.data ? frog.data.count - 1 : undefined
  return (
    <div className={css.root}>
      <Frog />
      <h1>{t.frogHeadline}</h1>
      <Quoted text={t.frogTitle} />
      <p>
        <time dateTime={opened}>{t.openedAt(formatDateTime(opened))}</time>
      </p>
      <p className={ui.muted} aria-live="polite">
        {frog.isError ? (
          t.frogUncounted
        ) : others === undefined ? (
          <Bone w={160} h={22} />
        ) : others <= 0 ? (
          t.first
        ) : (
          t.others(formatExact(others))
        )}
      </p>
      <p className={ui.small}>{t.frogHint}</p>
    </div>
  )
}

/** A frog of blocks: three lit faces a cube, as every picture of the site. */
function Frog() {
  return (
    <svg className={css.frog} viewBox="0 0 120 96" role="img" aria-label={t.frogName}>
      <path className={css.shade} d="M60 92 12 68l48-20 48 20z" />
      <path className={css.top} d="M60 24 104 44 60 64 16 44z" />
      <path className={css.left} d="M16 44l44 20v22L16 66z" />
      <path className={css.right} d="M104 44 60 64v22l44-20z" />
      <path className={css.top} d="M34 14l14 6-14 6-14-6zM86 14l14 6-14 6-14-6z" />
      <path className={css.left} d="M20 20l14 6v14L20 34zM72 20l14 6v14l-14-6z" />
      <path className={css.right} d="M48 20l-14 6v14l14-6zM100 20l-14 6v14l14-6z" />
      <path className={css.eye} d="M23 24.500l7 3v7l-7-3zM75 24.500l7 3v7l-7-3z" />
      <path className={css.mouth} d="M22 56l38 17 38-17v4L60 77 22 60z" />
    </svg>
  )
}
