import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import { Bone, Forbidden, Loading } from '@/components/ui/feedback'
import { PageHead } from '@/components/ui/page-head'
import { prepareCuration } from '@/features/curation/api'
import { heldQuery } from '@/features/held/api'
import { templatesQuery } from '@/features/review/checklist-api'
import { givenPage, serverQueries } from '@/features/server/api'
import { wordsQuery } from '@/features/words/api'
import type { OwnUser } from '@/lib/api/types'
import { curationText } from '@/lib/i18n/zh-Hans/curation'
import { moderationText } from '@/lib/i18n/zh-Hans/moderation'
import { reviewChecklistText } from '@/lib/i18n/zh-Hans/review-checklist'
import { serverStaffText } from '@/lib/i18n/zh-Hans/server-staff'
import { wordsText } from '@/lib/i18n/zh-Hans/words'
import { isStaff, useSession } from '@/lib/session'

type Search = { place?: string; page?: number | undefined }
type Shown = { search: Search }

const page = (load: () => Promise<ComponentType<Shown>>) => lazy(async () => ({ default: await load() }))

/** Pages of the staff, by the last segment of their address. */
export const staffPages = {
  curated: page(async () => {
    const { CurationScreen } = await import('@/features/curation')
    return ({ search }) => <CurationScreen place={search.place} />
  }),
  nodes: page(async () => (await import('@/features/server/components/staff-nodes')).StaffNodes),
  posts: page(async () => {
    const { HeldScreen } = await import('@/features/held')
    return ({ search }) => <HeldScreen place={search.place} />
  }),
  servers: page(async () => {
    const { StaffServers } = await import('@/features/server/components/staff-servers')
    return ({ search }) => <StaffServers page={givenPage(search.page)} />
  }),
  templates: page(async () => (await import('@/features/review/components/templates-screen')).TemplatesScreen),
  words: page(async () => (await import('@/features/words/components/words-screen')).WordsScreen),
} as const

type Name = keyof typeof staffPages

const isPage = (name: string): name is Name => Object.hasOwn(staffPages, name)

/** What stands in place of a page for who may not open it. */
const refused: Record<Name, readonly [title: string, text: string]> = {
  curated: [curationText.title, curationText.staffOnly],
  nodes: [moderationText.nodes, serverStaffText.adminOnly],
  posts: [moderationText.posts, moderationText.staffOnly],
  servers: [moderationText.servers, serverStaffText.adminOnly],
  templates: [reviewChecklistText.templates.title, reviewChecklistText.templates.staffOnly],
  words: [wordsText.title, wordsText.staffOnly],
}

/** Only administrators open the pages of machines. */
const opens = (user: OwnUser | null | undefined, name: string) =>
  name === 'nodes' || name === 'servers' ? user?.role === 'admin' : isStaff(user)

/** Asks for what a page shows, while its code is loaded. */
export function prepareStaffPage(client: QueryClient, user: OwnUser | null | undefined, name: string, search: Search): void {
  if (!opens(user, name)) return
  if (name === 'curated') prepareCuration(client, search.place)
  if (name === 'posts') void client.prefetchQuery(heldQuery)
  if (name === 'templates') void client.prefetchQuery(templatesQuery())
  if (name === 'words') void client.prefetchQuery(wordsQuery)
  if (name === 'nodes' || name === 'servers') void client.prefetchQuery(serverQueries.nodes())
  if (name === 'servers') void client.prefetchQuery(serverQueries.all(givenPage(search.page)))
}

export function StaffPage({ page: name, search }: { page: string; search: Search }) {
  const user = useSession()
  if (!isPage(name) || user === undefined) return null
  if (!opens(user, name)) {
    const [title, text] = refused[name]
    return (
      <>
        <PageHead title={title} />
        <Forbidden text={text} />
      </>
    )
  }
  const Shown = staffPages[name]
  return (
    <Suspense
      fallback={
        <Loading>
          <Bone h={240} />
        </Loading>
      }
    >
      <Shown search={search} />
    </Suspense>
  )
}
