import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AccountPage } from '@/features/settings/components/account-page'
import { passkeysQuery } from '@/features/settings/passkey-api'
import { useSession } from '@/lib/session'

const texts = ({ linked, fault }: Record<string, unknown>): { linked?: string; fault?: string } => ({
  ...(typeof linked === 'string' ? { linked } : {}),
  ...(typeof fault === 'string' ? { fault } : {}),
})

export const Route = createFileRoute('/settings/_signedIn/account')({
  validateSearch: texts,
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
