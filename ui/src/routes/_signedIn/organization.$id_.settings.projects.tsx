import { createFileRoute } from '@tanstack/react-router'
import { ProjectsPage } from '@/features/organization/components/projects-page'
import { SettingsFrame } from '@/features/organization/components/settings-frame'
import { loadProjects } from '@/features/organization/queries'

export const Route = createFileRoute('/_signedIn/organization/$id_/settings/projects')({
  loader: ({ context, params }) => loadProjects(context.client, params.id),
  component: Page,
})

function Page() {
  return <SettingsFrame id={Route.useParams().id}>{(props) => <ProjectsPage key={props.organization.id} {...props} />}</SettingsFrame>
}
