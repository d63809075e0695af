import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '@/features/home/components/home-screen'
import { HOT_SHOWN, topQuery, typeCountsQuery } from '@/features/home/queries'
import { curatedQuery } from '@/lib/curated'
import { tagQueries } from '@/lib/tags'

export const Route = createFileRoute('/')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(curatedQuery('home'))
    void context.client.prefetchQuery(tagQueries.statistics())
    void context.client.prefetchQuery(typeCountsQuery)
    void context.client.prefetchQuery(topQuery('downloads', HOT_SHOWN))
  },
  component: HomeScreen,
})
