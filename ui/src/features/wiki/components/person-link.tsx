import { PathLink } from '@/components/layout/path-link'
import { Pic } from '@/components/ui/pic'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import ui from '@/components/ui/ui.module.css'
import css from './person-link.module.css'

type Person = { id: string; username: string; avatar_url: string | null }

/** An account, or that it is closed. */
export function PersonLink({ person }: { person: Person | null }) {
  if (!person) return <span className={ui.muted}>{t.erased}</span>
  return (
    <PathLink className={css.root} to="/user/$id/{-$kind}" params={{ id: person.username }}>
      <Pic src={person.avatar_url} id={person.id} name={person.username} size={24} round />
      {person.username}
    </PathLink>
  )
}
