import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '@/lib/require-session'

export const Route = createFileRoute('/_signedIn')({ beforeLoad: requireSession, staticData: { noindex: true } })
