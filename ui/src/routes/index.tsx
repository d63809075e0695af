import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '@/features/home/components/home-screen'
import { trendingQuery, typeCountsQuery } from '@/features/home/queries'
import { brandName, gameName } from '@/lib/brand'
import { curatedQuery } from '@/lib/curated'
import type { Headed } from '@/lib/head'
import { homeDescription } from '@/lib/descriptions.gen'
import { homeTitle } from '@/lib/heads.gen'
import { tagQueries } from '@/lib/tags'

export const Route = createFileRoute('/')({
  loader: ({ context }) => {
    void context.client.prefetchQuery(curatedQuery('home'))
    void context.client.prefetchQuery(tagQueries.statistics())
    void context.client.prefetchQuery(typeCountsQuery)
    void context.client.prefetchQuery(trendingQuery())
    const words = { brand: brandName(), game: gameName() }
    return { head: { title: homeTitle(words), description: homeDescription(words) } } satisfies Headed
  },
  component: HomeScreen,
})
