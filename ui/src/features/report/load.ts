import type { QueryClient } from '@tanstack/react-query'
import { siteTitle, type Headed } from '@/lib/head'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { reportQueries } from './api'

/** Starts the queries of a report's page. */
export function loadReport(client: QueryClient, id: string): Headed {
  const query = reportQueries.one(id)
  void client.prefetchQuery(query)
  return {
    head: () => {
      const item = client.getQueryData(query.queryKey)?.item
      return { title: siteTitle(item ? t.one(item.title) : t.title) }
    },
  }
}
