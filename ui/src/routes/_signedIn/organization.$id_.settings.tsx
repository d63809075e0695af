import { createFileRoute, Outlet } from '@tanstack/react-router'
import { organizationQueries } from '@/features/organization/queries'
import { siteTitle, type Headed } from '@/lib/head'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'

export const Route = createFileRoute('/_signedIn/organization/$id_/settings')({
  loader: ({ context: { client }, params }) => {
    const query = organizationQueries.one(params.id)
    void client.prefetchQuery(query)
    const head = () => {
      const organization = client.getQueryData(query.queryKey)
      return organization && { title: siteTitle(`${t.settings} - ${organization.name}`) }
    }
    return { head } satisfies Headed
  },
  component: Outlet,
})
