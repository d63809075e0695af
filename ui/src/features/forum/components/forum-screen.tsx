import { useQuery } from '@tanstack/react-query'
import { UnverifiedNote, useWriting } from '@/components/layout/begin-writing'
import { WatchButton } from '@/features/watch'
import { cn } from '@/lib/cn'
import { forumText as t } from '@/lib/i18n/zh-Hans/forum'
import { signIn } from '@/lib/links'
import { readyLazy } from '@/lib/ready-lazy'
import { useSession } from '@/lib/session'
import { forumQueries } from '../api'
import type { ForumSearch } from '../search'
import { sectionsFor, standingOf, type ForumPage, type Standing } from '../sections'
import { DiscussionList } from './discussion-list'
import { SectionNav } from './section-nav'
import pageHeadCss from '@/components/ui/page-head.module.css'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './forum.module.css'

const Composer = readyLazy(() => import('./composer'))

/** A section of the forum, or all of them: the sections, the discussions, and a place to begin one. */
export function ForumScreen({ page, search }: { page: ForumPage; search: ForumSearch }) {
  const user = useSession()
  const standing = standingOf(page, user)
  // Another section keeps the counts of the one before until it has its own.
  const counted = useQuery({ ...forumQueries.list(page.id, search), enabled: search.filter !== 'mine' || Boolean(user) }).data?.sections
  return (
    <div className={cn(settingsLayoutCss.root, ui.above16)}>
      <SectionNav here={page} counted={counted} />
      {/* The key gives every section its own rows and composer. */}
      <div key={page.id} className={ui.pile}>
        <Head page={page} standing={standing} />
        <DiscussionList page={page} search={search} standing={standing} />
      </div>
    </div>
  )
}

function Head({ page, standing }: { page: ForumPage; standing: Standing }) {
  const user = useSession()
  const { button, composer } = useWriting({ standing, preload: Composer.preload, signIn: signIn(`/forums/${page.id}`), words: t })
  return (
    <>
      <div className={cn(pageHeadCss.root, css.head)}>
        <h1>{page.title}</h1>
        <span className={pageHeadCss.sub}>{page.lead}</span>
        <span className={pageHeadCss.end}>
          {page.id === 'all' ? null : <WatchButton kind="section" id={page.id} />}
          {button}
        </span>
      </div>
      {standing === 'unverified' ? (
        <UnverifiedNote words={t} />
      ) : standing === 'admins' || standing === 'managers' ? (
        <p className={cn(ui.small, css.why)}>{t[standing]}</p>
      ) : null}
      {composer((close) => (
        <Composer page={page} sections={sectionsFor(page, user)} onClose={close} />
      ))}
    </>
  )
}
