import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { SignInForm } from '@/features/auth/components/sign-in-form'
import { faultText, secondStepOf } from '@/features/auth/model/outside'
import { safeRedirect } from '@/features/auth/model/redirect'

export const Route = createFileRoute('/auth/sign-in')({
  // The page checks them: that is not part of what every page loads.
  validateSearch: (search: { redirect?: string; fault?: string; provider?: string }) => search,
  component: Page,
})

function Page() {
  const { redirect, fault, provider } = Route.useSearch()
  const back = safeRedirect(redirect)
  const second = secondStepOf(useLocation().hash)
  const leavingBy = fault === 'account_leaving' && typeof provider === 'string' ? provider : undefined
  const router = useRouter()
  return (
    <SignInForm back={back} fault={faultText(fault)} leavingBy={leavingBy} second={second} onDone={() => router.history.replace(back)} />
  )
}
