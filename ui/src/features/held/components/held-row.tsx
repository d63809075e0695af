import { Suspense, useState } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Ago } from '@/components/ui/time'
import { BarDialog } from '@/features/bars/parts'
import { cn } from '@/lib/cn'
import { talkHref } from '@/lib/talk-path'
import { heldText as t } from '@/lib/i18n/zh-Hans/held'
import { talkSearchText } from '@/lib/i18n/zh-Hans/talk-search'
import { toast } from '@/stores/toasts'
import { useDecide, type Held } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './held.module.css'

/** A text that waits, with what the staff can do. */
export function HeldRow({ held }: { held: Held }) {
  const { kind, title, section, project, floor, author, created_at: created, excerpt } = held
  const decide = useDecide(held)
  const [barring, setBarring] = useState(false)
  const name = author?.username ?? talkSearchText.gone
  const place = project ? ({ kind: 'board', id: project.id } as const) : ({ kind: 'section', id: section } as const)
  const act = (one: 'restore' | 'hide') => decide.mutate(one, { onSuccess: () => toast(one === 'restore' ? t.passed : t.hidden) })
  return (
    <li>
      <p className={css.title}>
        <Badge>{talkSearchText.kinds[kind]}</Badge>
        <AddressLink className={cn(ui.link, ui.clip2)} href={talkHref(held)}>
          {title}
        </AddressLink>
      </p>
      <p className={ui.break}>{excerpt.map(({ text }) => text).join('') || t.empty}</p>
      <p className={css.facts}>
        {author ? (
          <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: author.username }}>
            {author.username}
          </PathLink>
        ) : (
          <span>{name}</span>
        )}
        <span>{project?.title ?? talkSearchText.sections[section]}</span>
        {floor > 0 ? <span>{talkSearchText.floor(floor)}</span> : null}
        <Ago time={created} />
      </p>
      <div className={css.acts}>
        <Button
          size="sm"
          kind="primary"
          aria-label={t.passOf(name)}
          loading={decide.isPending && decide.variables === 'restore'}
          disabled={decide.isPending}
          onClick={() => act('restore')}
        >
          {t.pass}
        </Button>
        <Button
          size="sm"
          aria-label={t.hideOf(name)}
          loading={decide.isPending && decide.variables === 'hide'}
          disabled={decide.isPending}
          onClick={() => act('hide')}
        >
          {t.hide}
        </Button>
        {author ? (
          <Button size="sm" kind="quiet" aria-label={t.barOf(name)} onClick={() => setBarring(true)}>
            {t.bar}
          </Button>
        ) : null}
      </div>
      {barring && author ? (
        <Suspense>
          <BarDialog place={place} person={{ id: author.id, name }} onClose={() => setBarring(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}
