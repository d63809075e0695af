import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AccountPage } from '@/features/settings/components/account-page'
import { passkeysQuery } from '@/features/settings/passkey-api'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/settings/_signedIn/account')({
  validateSearch: (search: { linked?: string; fault?: string }) => search,
  loader: ({ context }) => {
    void context.client.prefetchQuery(passkeysQuery)
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { linked, fault } = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSaid = useCallback(() => void navigate({ search: {}, replace: true }), [navigate])
  return user ? <AccountPage user={user} linked={linked} fault={fault} onSaid={onSaid} /> : null
}
