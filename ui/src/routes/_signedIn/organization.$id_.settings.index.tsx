import { createFileRoute } from '@tanstack/react-router'
import { GeneralPage } from '@/features/organization/components/general-page'
import { SettingsFrame } from '@/features/organization/components/settings-frame'
import { loadProjects } from '@/features/organization/queries'

export const Route = createFileRoute('/_signedIn/organization/$id_/settings/')({
  loader: ({ context, params }) => loadProjects(context.client, params.id),
  component: Page,
})

function Page() {
  return <SettingsFrame id={Route.useParams().id}>{(props) => <GeneralPage key={props.organization.id} {...props} />}</SettingsFrame>
}
