import { createFileRoute } from '@tanstack/react-router'
import { TalkSearchScreen } from '@/features/forum/components/talk-search-screen'
import { parseTalkSearch, type TalkSearch } from '@/features/forum/talk-search'
import { siteTitle, type Headed } from '@/lib/head'
import { talkSearchText } from '@/lib/i18n/zh-Hans/talk-search'

export const Route = createFileRoute('/forums/search')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: TalkSearch) => search,
  loader: () => ({ head: { title: siteTitle(talkSearchText.title), noindex: true } satisfies Headed['head'] }),
  component: Page,
})

function Page() {
  return <TalkSearchScreen search={parseTalkSearch(Route.useSearch())} />
}
