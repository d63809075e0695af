import { createFileRoute, Outlet } from '@tanstack/react-router'
import { signedIn } from './-signed-in'

export const Route = createFileRoute('/organization/$id_/settings')({ beforeLoad: signedIn, component: Outlet })
