// SPDX-License-Identifier: GPL-3.0-or-later
// onceover-test-cluster FOLDER-FILE: the shared server of one test run. Writes its folder's name into the file once the
// migrated template is there, then lives until SIGTERM, SIGINT or SIGHUP.
#include "support/test_cluster.h"

#include <csignal>
#include <cstdio>
#include <fstream>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fputs("usage: onceover-test-cluster FOLDER-FILE\n", stderr);
        return 2;
    }
    // Blocked before the server is started; startChild() clears the mask for it.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);

    onceover::test::TestCluster cluster;
    std::string problem = cluster.problem();
    if (problem.empty()) {
        if (const auto made = cluster.templateDatabase(); !made)
            problem = made.error().detail;
    }
    if (!problem.empty()) {
        std::fprintf(stderr, "onceover-test-cluster: %s\n", problem.c_str());
        return 1;
    }
    const std::string draft = std::string{argv[1]} + ".new";
    std::ofstream(draft) << cluster.server().folder().string() << '\n';
    if (std::rename(draft.c_str(), argv[1]) != 0) {
        std::perror(argv[1]);
        return 1;
    }
    int received = 0;
    sigwait(&signals, &received);
    return 0;
}
