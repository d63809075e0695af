import java.nio.file.Path;
import java.util.Map;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/** A single Elasticsearch node for tests. Arguments: home folder, HTTP port. It ends when standard input does. */
public final class TestNode {
    public static void main(String[] args) throws Exception {
        // First of all, so that the node cannot outlive a parent that dies while it starts.
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) { }
            } catch (java.io.IOException e) {
                // the parent is gone as well
            }
            Runtime.getRuntime().halt(0); // its data is thrown away
        });
        watch.setDaemon(true);
        watch.start();
        Path home = Path.of(args[0]);
        LogConfigurator.configureESLogging();
        Settings settings = Settings.builder()
            .put("path.home", home.toString())
            .put("node.name", "test").put("cluster.name", "modyard-test")
            .put("network.host", "127.0.0.1").put("http.port", args[1]).put("transport.port", "0")
            .put("discovery.type", "single-node")
            .put("http.type", "netty4").put("transport.type", "netty4")
            .put("node.processors", 2)
            .put("cluster.routing.allocation.disk.threshold_enabled", false) // a full disk is not what is tested
            .build();
        Environment env = new Environment(settings, home.resolve("config"));
        // The last argument asks for the module path, which jars on the class path do not have.
        PluginsLoader loader = PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(env.modulesDir()), PluginsLoader.loadPluginsBundles(env.pluginsDir()), Map.of(), false);
        new Node(env, loader).start();
        System.out.println("started");
        Thread.currentThread().join();
    }
}
